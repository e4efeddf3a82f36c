//! What is kept of games between people: the journal of every game, who sits where, challenges, and what is due.
//!
//! Knows nothing of rules and sockets.
