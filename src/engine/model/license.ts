import { z } from 'zod'

/** The license of a package version, as its package declares it. Either `expression` or `name` is present. */
export const License = z
  .object({
    expression: z
      .string()
      .optional()
      .meta({
        description: 'SPDX license expression. Omitted if the package declares something else.',
        examples: ['MIT', '(Apache-2.0 OR MIT) AND Unicode-3.0'],
      }),
    name: z
      .string()
      .optional()
      .meta({
        description:
          'Declared text that is not an SPDX license expression, unchanged except for its length. Omitted if ' +
          '`expression` is present.',
        examples: ['SEE LICENSE IN LICENSE.md'],
      }),
  })
  .meta({ id: 'License', description: 'License that a package declares.' })
export type License = z.infer<typeof License>

/** Returns the expression or the name of a license. */
export const licenseText = ({ expression, name }: License): string => expression ?? name ?? ''
