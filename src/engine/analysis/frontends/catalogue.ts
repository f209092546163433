import type { LanguageSemantics } from '../language-semantics.ts'
import { javaScriptSemantics } from './javascript/semantics.ts'
import { pythonSemantics } from './python/semantics.ts'

/** The languages that the analysis reads. `parsers.ts` has their parsers, which only isolated children load. */
export const languages: readonly LanguageSemantics[] = [javaScriptSemantics, pythonSemantics]

const byName = new Map(languages.flatMap((semantics) => semantics.languages.map((name) => [name, semantics] as const)))

/** The semantics of a language by its name, undefined for an unknown name. */
export const semanticsOf = (language: string): LanguageSemantics | undefined => byName.get(language)
