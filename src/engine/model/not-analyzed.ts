import { z } from 'zod'

/** Kinds of material that a scan lists but does not analyze, in report order. */
export const notAnalyzedKinds = [
  'container-image',
  'remote-script',
  'vendored-library',
  'archive',
  'binary',
  'submodule',
  'system-packages',
  'build-tools',
  'infrastructure',
] as const

export const NotAnalyzedItem = z
  .object({
    kind: z.enum(notAnalyzedKinds).meta({
      description:
        'Kind of material. `container-image`: an image that a Dockerfile or Compose file uses. `remote-script`: a ' +
        'script that an HTML page loads from another host. `vendored-library`: a copy of a JavaScript library. ' +
        '`archive`: a packed file, such as a jar. `binary`: a compiled file. `submodule`: git repositories that are ' +
        'checked out into the project. `system-packages`: packages of an operating system or environment manager. ' +
        '`build-tools`: tools that build or test the project. ' +
        '`infrastructure`: charts, providers, and modules of deployments.',
    }),
    path: z.string().meta({ description: 'File path, relative to the project root.', examples: ['Dockerfile'] }),
    line: z.int().positive().optional().meta({ description: 'Line number. Omitted if the whole file is meant.' }),
    name: z
      .string()
      .optional()
      .meta({
        description: 'Name of the image, script, or library, if the file states it.',
        examples: ['node:24-slim'],
      }),
  })
  .meta({ id: 'NotAnalyzedItem', description: 'Material that a scan names but does not analyze.' })
export type NotAnalyzedItem = z.infer<typeof NotAnalyzedItem>

/** Maximum number of listed items. */
export const maxNotAnalyzed = 200

/** Everything that a scan lists but does not analyze. */
export const NotAnalyzed = z
  .object({
    total: z
      .int()
      .positive()
      .meta({ description: 'Number of items.', examples: [1] }),
    items: z.array(NotAnalyzedItem).meta({
      description: `Items, sorted by kind, path, and line. The list contains at most ${maxNotAnalyzed} items.`,
    }),
  })
  .meta({
    id: 'NotAnalyzed',
    description:
      'Material that a scan names but does not analyze, such as base images and compiled files. It does not change ' +
      'the verdict, the score, or the grade.',
  })
export type NotAnalyzed = z.infer<typeof NotAnalyzed>
