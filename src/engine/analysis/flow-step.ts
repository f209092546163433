import { z } from 'zod'

/** What happens to a value at a step between source and sink. */
export const flowStepKinds = [
  'source',
  /** Passed to a project function; `name` is the function, `parameter` its parameter. */
  'passed',
  /** Returned by a project function. */
  'returned',
  /** Read from the property `name`. */
  'property',
  /** Concatenated with other text, or interpolated into it. */
  'concatenation',
  'tagged-template',
  /** Added to a list. */
  'element',
  /** Stored as a property of an object literal. */
  'object',
  /** Passed through an external call; `name` is the callee. */
  'call',
  /** Stored in a field, from which it is read later. */
  'stored',
  'loaded',
  'sink',
] as const
export type FlowStepKind = (typeof flowStepKinds)[number]

/** Maximum length of a name in a flow, in UTF-16 code units. Longer names are truncated. */
export const maxFlowNameLength = 300

/** One step of a value on its path from source to sink. */
export const FlowStep = z.object({
  path: z.string().max(4_096),
  line: z.int().positive(),
  column: z.int().positive(),
  kind: z.enum(flowStepKinds),
  /** Function or property name, if it has one. */
  name: z.string().max(maxFlowNameLength).optional(),
  /** Parameter name, if it has one. */
  parameter: z.string().max(maxFlowNameLength).optional(),
})
export type FlowStep = z.infer<typeof FlowStep>
