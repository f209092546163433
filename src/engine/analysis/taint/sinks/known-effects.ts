import { harmfulPrograms, promptedPrograms } from '../../models/sinks/programs.ts'
import { type EffectText, effectTexts, type ProgramEffectText } from './effect-texts.ts'

const known: ReadonlySet<string> = new Set<string>([
  ...effectTexts,
  ...effectTexts.map((effect) => `starts a program that ${effect}`),
  ...[...harmfulPrograms].map((program) => `passes an argument to ${program}`),
  ...[...promptedPrograms].map((program) => `passes a prompt to ${program}`),
])

/** Reports whether a child process may report this effect. It may be compromised, and findings contain the text. */
export const isEffect = (text: unknown): text is EffectText | ProgramEffectText =>
  typeof text === 'string' && known.has(text)
