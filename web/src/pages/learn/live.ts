//! The lazily loaded code that makes a diagram playable, fetched when one comes near the viewport.
export { default as Board } from '../../board/Board.svelte';
export { default as WhyNot } from '../../table/WhyNot.svelte';
export { Demo } from './demo.svelte';
