//! Sound effects, synthesized with Web Audio.
import { settings } from './settings.svelte';

export type Sound =
  | 'move'
  | 'capture'
  | 'push'
  | 'pull'
  | 'energy'
  | 'promotion'
  | 'check'
  | 'end'
  | 'low'
  | 'refusal'
  | 'alert';

/** A tone or a burst of noise: pitches in Hz, times in seconds. */
interface Voice {
  wave: OscillatorType | 'noise';
  from: number;
  to: number;
  start: number;
  length: number;
  loudness: number;
}

const tone = (
  wave: OscillatorType,
  from: number,
  to: number,
  start: number,
  length: number,
  loudness: number,
) => ({ wave, from, to, start, length, loudness }) satisfies Voice;
const knock = (pitch: number, start: number, length: number, loudness: number) =>
  ({ wave: 'noise', from: pitch, to: pitch * 0.6, start, length, loudness }) satisfies Voice;

const VOICES: Record<Sound, readonly Voice[]> = {
  move: [knock(1900, 0, 0.05, 0.9), tone('sine', 240, 150, 0, 0.09, 0.5)],
  capture: [knock(1400, 0, 0.09, 1), tone('triangle', 300, 90, 0, 0.16, 0.6), knock(2600, 0.03, 0.04, 0.5)],
  push: [tone('sawtooth', 90, 230, 0, 0.2, 0.16), tone('sine', 180, 460, 0, 0.2, 0.35)],
  pull: [tone('sawtooth', 230, 90, 0, 0.2, 0.16), tone('sine', 460, 180, 0, 0.2, 0.35)],
  energy: [tone('sine', 880, 1760, 0, 0.18, 0.28), tone('sine', 1320, 2640, 0.05, 0.2, 0.14)],
  promotion: [
    tone('triangle', 523, 523, 0, 0.16, 0.35),
    tone('triangle', 659, 659, 0.09, 0.16, 0.35),
    tone('triangle', 784, 784, 0.18, 0.32, 0.4),
  ],
  check: [tone('triangle', 620, 620, 0, 0.1, 0.4), tone('triangle', 465, 465, 0.12, 0.18, 0.4)],
  end: [
    tone('triangle', 392, 392, 0, 0.5, 0.35),
    tone('triangle', 494, 494, 0.12, 0.5, 0.3),
    tone('triangle', 587, 587, 0.24, 0.7, 0.35),
  ],
  low: [tone('square', 880, 880, 0, 0.08, 0.1), tone('square', 880, 880, 0.16, 0.08, 0.1)],
  refusal: [tone('square', 140, 110, 0, 0.12, 0.12)],
  alert: [tone('triangle', 587, 587, 0, 0.2, 0.4), tone('triangle', 880, 880, 0.16, 0.4, 0.4)],
};

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Returns a quarter of a second of noise. */
function noiseIn(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

function sourceOf(audio: AudioContext, voice: Voice, start: number, end: number): AudioScheduledSourceNode {
  if (voice.wave === 'noise') {
    const source = audio.createBufferSource();
    source.buffer = noiseIn(audio);
    return source;
  }
  const source = audio.createOscillator();
  source.type = voice.wave;
  source.frequency.setValueAtTime(voice.from, start);
  source.frequency.exponentialRampToValueAtTime(voice.to, end);
  return source;
}

function sing(audio: AudioContext, voice: Voice, volume: number): void {
  const start = audio.currentTime + voice.start;
  const end = start + voice.length;
  const source = sourceOf(audio, voice, start, end);
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(voice.loudness * volume, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0005, end);
  if (voice.wave === 'noise') {
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.setValueAtTime(voice.from, start);
    filter.Q.value = 1.2;
    source.connect(filter).connect(gain);
  } else {
    source.connect(gain);
  }
  gain.connect(audio.destination);
  source.start(start);
  source.stop(end + 0.02);
}

/** Plays a sound unless sound is off. Does nothing if the browser has no audio, or does not allow it yet. */
export function play(kind: Sound): void {
  if (settings.muted || settings.volume === 0) return;
  try {
    // Before the first gesture, browsers block audio and log a warning.
    if (!context && 'userActivation' in navigator && !navigator.userActivation.hasBeenActive) return;
    context ??= new AudioContext();
    const audio = context;
    if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
    // Perceived loudness is roughly logarithmic, so the slider value is squared.
    const volume = settings.volume ** 2;
    for (const voice of VOICES[kind]) sing(audio, voice, volume);
  } catch {
    // The app works without sound.
  }
}
