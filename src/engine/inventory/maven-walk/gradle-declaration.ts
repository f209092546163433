import { z } from 'zod'

const text = z.string().max(2_000)

/** Dependency declared in a Gradle script. */
export const GradleDeclaration = z.object({
  /** Configuration name, such as `implementation` or `testImplementation`. */
  configuration: text,
  group: text,
  artifact: text,
  version: text.optional(),
  /** `platform` recommends versions; `enforced` overrides the versions of all dependencies. */
  platform: z.enum(['platform', 'enforced']).optional(),
  /** True for a constraint, which restricts versions but adds no dependency. */
  isConstraint: z.literal(true).optional(),
  isStrict: z.literal(true).optional(),
  /** Exclusions as `group:artifact`, with `*` as a wildcard. */
  exclusions: z.array(text),
  line: z.int().positive(),
})
export type GradleDeclaration = z.infer<typeof GradleDeclaration>
