import { z } from 'zod'

const text = z.string().max(2_000)

/** A dependency of a Gradle build, as its script declares it. */
export const GradleDeclaration = z.object({
  /** `implementation`, `testImplementation`, … */
  configuration: text,
  group: text,
  artifact: text,
  version: text.optional(),
  /** `platform` recommends versions, `enforced` replaces those of all dependencies. */
  platform: z.enum(['platform', 'enforced']).optional(),
  /** Restricts versions and requests nothing. */
  isConstraint: z.literal(true).optional(),
  isStrict: z.literal(true).optional(),
  /** As `group:artifact`, with `*` for any. */
  exclusions: z.array(text),
  line: z.int().positive(),
})
export type GradleDeclaration = z.infer<typeof GradleDeclaration>
