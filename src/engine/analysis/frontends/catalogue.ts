import type { LanguageSemantics } from '../language-semantics.ts'
import { javaScriptSemantics } from './javascript/semantics.ts'
import { pythonSemantics } from './python/semantics.ts'

/** Supported languages. `parsers.ts` maps them to their parsers, which only isolated child processes load. */
export const languages: readonly LanguageSemantics[] = [javaScriptSemantics, pythonSemantics]

const byName = new Map(languages.flatMap((semantics) => semantics.languages.map((name) => [name, semantics] as const)))

/** Returns the semantics of a language by name, or undefined for an unknown name. */
export const semanticsOf = (language: string): LanguageSemantics | undefined => byName.get(language)
