//! The geometry of a rating graph: time from left to right, the rating from bottom to top.
import type { PoolRating } from '../../ratings/http';
import { START } from '../../ratings/start';

export type Point = PoolRating['series'][number];

/** A line across the graph with its label. */
export interface Tick {
  /** From 0, at the left or the bottom, to 1. */
  readonly place: number;
  readonly value: number;
}

/** The number of the point before the first game; games have numbers from 1. */
export const START_NUMBER = 0;

/** Returns a series with the start before its first game. */
export function fromStart(series: readonly Point[]): Point[] {
  const [first] = series;
  return first ? [{ n: START_NUMBER, at: first.at, rating: START.rating }, ...series] : [];
}

export interface Graph {
  /** The points from 0 to 1 in both directions. */
  readonly spots: readonly { readonly x: number; readonly y: number }[];
  readonly ratings: readonly Tick[];
  readonly times: readonly Tick[];
}

/** The minimum range of ratings, so that small changes do not look large. */
const LEAST_RANGE = 60;
const STEPS = [10, 20, 25, 50, 100, 200, 250, 500, 1000];
/** The maximum number of lines across the graph. */
const MOST_LINES = 5;
/** The space above the highest and below the lowest rating, as a part of their range. */
const MARGIN = 0.08;

/** Returns the round numbers from `low` to `high`, at most five. */
export function roundNumbers(low: number, high: number): number[] {
  const countOf = (step: number): number => Math.floor(high / step) - Math.ceil(low / step) + 1;
  const step = STEPS.find((one) => countOf(one) <= MOST_LINES) ?? 5000;
  const first = Math.ceil(low / step);
  return Array.from({ length: countOf(step) }, (_, at) => (first + at) * step);
}

/** Returns the graph of a series of ratings: the start, and each after a game. */
export function graphOf(points: readonly Point[]): Graph {
  const all = points.map(({ rating }) => rating);
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const range = Math.max(highest - lowest, LEAST_RANGE);
  const middle = (lowest + highest) / 2;
  const low = middle - range * (0.5 + MARGIN);
  const high = middle + range * (0.5 + MARGIN);
  const [begin, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const xOf = (at: number): number => (end === begin ? 0.5 : (at - begin) / (end - begin));
  const yOf = (rating: number): number => (rating - low) / (high - low);
  return {
    spots: points.map(({ at, rating }, index) => ({
      // Games that ended at the same moment are spread evenly.
      x: end === begin && points.length > 1 ? index / (points.length - 1) : xOf(at),
      y: yOf(rating),
    })),
    ratings: roundNumbers(low, high).map((value) => ({ value, place: yOf(value) })),
    times: end === begin ? [] : [begin, (begin + end) / 2, end].map((at) => ({ value: at, place: xOf(at) })),
  };
}

/** Returns the index of the point that is closest to a place: by time, and by rating among games of one moment. */
export function nearest(spots: Graph['spots'], x: number, y: number): number {
  const inTime = spots.map((spot) => Math.abs(spot.x - x));
  const closest = Math.min(...inTime);
  const distances = spots.map((spot, at) => (inTime[at] === closest ? Math.abs(spot.y - y) : Infinity));
  return distances.indexOf(Math.min(...distances));
}

/** Returns the path of an SVG line through the points, in a box of the given size. */
export const lineOf = (spots: Graph['spots'], width: number, height: number): string =>
  spots
    .map(
      ({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${(x * width).toFixed(1)} ${((1 - y) * height).toFixed(1)}`,
    )
    .join('');
