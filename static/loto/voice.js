// The caller's voice: which one speaks, in which language and how fast, and when it has finished.
import { load, store } from "../js/companion.js";

const KEY = "companion.caller";
const CHIME = 700; // milliseconds that a chime sounds before the voice
const SILENT = 5000, LETTER = 250; // milliseconds, and for each letter: an end that is not reported by then never will be
const speech = window.speechSynthesis;
const page = document.documentElement.lang;
const unfinished = new Set();

export const settings = Object.assign({ say: true, name: "", lang: "", rate: 1, cry: true, chime: "", every: 5 }, load(KEY));
export const save = () => store(KEY, settings);

export const voices = () => (speech ? speech.getVoices() : []);
export const languageOf = (voice) => voice.lang.replace("_", "-").split("-")[0];
export const languages = () => [...new Set(voices().map(languageOf))].sort();

// The chosen language, else that of the page, where a voice speaks it.
export const language = () => [settings.lang, page.split("-")[0]].find((wanted) => languages().includes(wanted));
export const choice = () => voices().filter((voice) => !language() || languageOf(voice) === language());
export const currentVoice = () => choice().find((voice) => voice.name === settings.name) || choice()[0];
export const speaksPage = () => !currentVoice() || languageOf(currentVoice()) === page.split("-")[0];

export const isSpeaking = () => unfinished.size > 0;
export function hush() {
  unfinished.clear();
  if (speech) speech.cancel();
}

// "said" is dispatched once nothing is left to say. Words of another language want a voice of it, if there is one.
export function speak(words, chimes, wanted) {
  if (!voices().length) return;
  const sentence = new SpeechSynthesisUtterance(words), own = currentVoice();
  const fits = !wanted || languageOf(own) === wanted;
  sentence.voice = fits ? own : voices().find((voice) => languageOf(voice) === wanted) || own;
  sentence.lang = sentence.voice.lang;
  sentence.rate = Number(settings.rate);
  unfinished.add(sentence);
  const longest = (SILENT + (words.length * LETTER) / sentence.rate) * unfinished.size;
  const stuck = setTimeout(() => { if (unfinished.has(sentence)) { hush(); finished(); } }, longest);
  function finished() {
    clearTimeout(stuck);
    unfinished.delete(sentence);
    if (!isSpeaking()) document.dispatchEvent(new CustomEvent("said"));
  }
  sentence.onend = sentence.onerror = () => { if (unfinished.has(sentence)) finished(); };
  setTimeout(() => { if (unfinished.has(sentence)) speech.speak(sentence); }, chimes && settings.chime ? CHIME : 0);
}

if (speech) speech.addEventListener("voiceschanged", () => document.dispatchEvent(new CustomEvent("voices")));
