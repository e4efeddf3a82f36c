//! Faraday's search, generic over the variant.
