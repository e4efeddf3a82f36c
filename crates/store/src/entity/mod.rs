//! The `SeaORM` entities of all tables. The modules that read them explain their meaning.

pub(crate) mod block;
pub(crate) mod challenge;
pub(crate) mod channel;
pub(crate) mod credential;
pub(crate) mod device;
pub(crate) mod email;
pub(crate) mod game;
pub(crate) mod leave;
pub(crate) mod name_taken;
pub(crate) mod node;
pub(crate) mod notice;
pub(crate) mod person;
pub(crate) mod puzzle;
pub(crate) mod rating;
pub(crate) mod rating_event;
pub(crate) mod seek;
pub(crate) mod seek_term;
pub(crate) mod session;
pub(crate) mod setting;
