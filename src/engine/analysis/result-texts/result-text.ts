import { z } from 'zod'
import { offeredKinds } from '../taint/sources/offered-kind.ts'

const place = { path: z.string().max(4_096), line: z.int().positive() }

/** A constant text that a tool or resource returns to a model. */
export const ResultText = z.object({
  kind: z.enum(offeredKinds),
  /** Name of the tool or resource. */
  name: z.string().max(300),
  /** Place of the declaration. */
  declared: z.object(place),
  /** Place of the text. */
  ...place,
  /** Unknown parts are replaced with `…`. */
  text: z.string().max(4_000),
})
export type ResultText = z.infer<typeof ResultText>

/** Limits of the search for constant results. */
export const resultTextLimits = {
  /** Texts in one report, and their total length. The report is the answer of a child process. */
  maxTexts: 1_000,
  maxTotalCharacters: 400_000,
  /** Maximum length of one text, in UTF-16 code units. */
  maxCharacters: 4_000,
  /** Minimum length. Shorter texts are labels and states. */
  minCharacters: 30,
} as const
