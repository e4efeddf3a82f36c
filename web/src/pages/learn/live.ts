//! What makes a diagram a board to play on: it is fetched once one comes near.
export { default as Board } from '../../board/Board.svelte';
export { default as WhyNot } from '../../table/WhyNot.svelte';
export { Demo } from './demo.svelte';
