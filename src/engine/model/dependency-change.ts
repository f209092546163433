import { z } from 'zod'

/** A dependency that a change adds, removes, or moves to other versions. */
export const DependencyChange = z
  .object({
    kind: z.enum(['added', 'removed', 'changed']).meta({ description: 'What the change does to the dependency.' }),
    name: z.string().meta({ description: 'Package name.', examples: ['flawed'] }),
    ecosystem: z.string().meta({ description: 'Package ecosystem.', examples: ['npm'] }),
    before: z.array(z.string()).readonly().meta({
      description: 'Versions in the baseline, sorted. Parts of a project may use different versions. Empty if added.',
    }),
    after: z.array(z.string()).readonly().meta({ description: 'Versions in this scan, sorted. Empty if removed.' }),
    isDirect: z.boolean().meta({ description: 'True if the project itself requires the dependency.' }),
    use: z
      .string()
      .optional()
      .meta({
        description:
          'How the project uses the dependency, such as `development only`. Omitted if it runs in production before ' +
          'and after the change.',
      }),
    license: z
      .string()
      .optional()
      .meta({
        description: 'Declared license in this scan, as an SPDX expression if possible. Omitted if it is not known.',
        examples: ['MIT'],
      }),
    grade: z.string().optional().meta({
      description: 'Grade of the package in the registry. Omitted if the registry does not list it.',
    }),
  })
  .meta({
    id: 'DependencyChange',
    description: 'A dependency that a change adds, removes, or moves to other versions.',
  })
export type DependencyChange = z.infer<typeof DependencyChange>
