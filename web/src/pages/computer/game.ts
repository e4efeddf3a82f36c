//! What it takes to play, beyond the form that comes before: fetched once that has been painted.
export { default as Preview } from './Preview.svelte';
export { default as Sitting } from './Sitting.svelte';
export { Table } from './table.svelte';
