//! The lazily loaded code of a local game, except the form: fetched after the form has been painted.
export { default as Preview } from './Preview.svelte';
export { default as ComputerGame } from './ComputerGame.svelte';
export { Table } from './table.svelte';
