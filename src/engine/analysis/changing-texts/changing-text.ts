import { z } from 'zod'
import { offeredKinds } from '../taint/sources/offered-kind.ts'

/** What decides when a text changes, or where another text comes from. */
export const textCauses = ['call', 'timer', 'time', 'chance', 'counter', 'file', 'network', 'unknown'] as const
export type TextCause = (typeof textCauses)[number]

const place = { path: z.string().max(4_096), line: z.int().positive() }

/** A description that the code of a server changes, chooses, or loads at run time. */
export const ChangingText = z.object({
  kind: z.enum(offeredKinds),
  name: z.string().max(300),
  /** Place of the declaration. */
  declared: z.object(place),
  /**
   * `replaced`: code that runs after the start assigns another description. `switched`: a condition chooses one of
   * several descriptions. `loaded`: the description comes from a response or a file.
   */
  change: z.enum(['replaced', 'switched', 'loaded']),
  cause: z.enum(textCauses),
  /** Host of a response, if the code names it. */
  host: z.string().max(300).optional(),
  /** Place that changes or loads the text. */
  ...place,
  /** Constant part of the other text. */
  text: z.string().max(20_000).optional(),
  /** Number of tools, if an assignment changes one of several. */
  candidates: z.int().positive().optional(),
})
export type ChangingText = z.infer<typeof ChangingText>

/** Limits of the search for changing texts. */
export const changingTextLimits = {
  /** Changes in one report, and the total length of their texts. */
  maxChanges: 500,
  maxTotalCharacters: 400_000,
  /** Visited nodes per description or condition. */
  maxSteps: 120,
  /** Visited functions per assignment. */
  maxCallers: 200,
  /** Texts per description. */
  maxTexts: 8,
} as const
