// Short sounds, made here: a tock for a move, two notes for one's own turn. Silent unless somebody turns them on.

import {setting} from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {"move" | "turn" | "over"} what */
export function play(what) {
  if (setting("sound") !== "on") return;
  context ??= new AudioContext();
  const notes = {move: [220], turn: [392, 523], over: [523, 392, 330]}[what];
  notes.forEach((pitch, index) => tone(/** @type {AudioContext} */ (context), pitch, index * 0.14));
}

/** @param {AudioContext} audio @param {number} pitch @param {number} after */
function tone(audio, pitch, after) {
  const start = audio.currentTime + after;
  const wave = new OscillatorNode(audio, {type: "triangle", frequency: pitch});
  const loudness = new GainNode(audio, {gain: 0});
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.12, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
  wave.connect(loudness).connect(audio.destination);
  wave.start(start);
  wave.stop(start + 0.2);
}
