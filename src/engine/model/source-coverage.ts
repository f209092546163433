import { z } from 'zod'

/** A file and why it was left out. */
export const LeftOutFile = z
  .object({
    path: z.string().meta({ description: 'The file, from the root of the project.' }),
    reason: z.string().meta({ description: 'Why it was left out.' }),
  })
  .meta({ id: 'LeftOutFile', description: 'A file and why it was left out.' })

/** Files that were left out: how many, and the first of them by name. */
const LeftOutFiles = z
  .object({
    total: z
      .int()
      .nonnegative()
      .meta({ description: 'How many there are.', examples: [1] }),
    files: z.array(LeftOutFile).meta({ description: 'The first of them, at most 100.' }),
  })
  .meta({ id: 'LeftOutFiles', description: 'Files that were left out: how many, and the first of them by name.' })

/** How the source files of a project were read. */
export const CodeCoverage = z
  .object({
    files: z
      .int()
      .nonnegative()
      .meta({ description: 'Source files of JavaScript, TypeScript and Python.', examples: [75] }),
    bytes: z
      .int()
      .nonnegative()
      .meta({ description: 'Their size in bytes.', examples: [524_288] }),
    known: z
      .int()
      .nonnegative()
      .meta({
        description: 'Those whose content an earlier scan had read already, so that its result counted.',
        examples: [74],
      }),
    skipped: LeftOutFiles.meta({ description: 'Source files that could not be read: together they are a gap.' }),
    setAside: LeftOutFiles.meta({
      description:
        'Files of tests, examples, documentation, templates and type declarations that could not be read. No gap.',
    }),
    notLowered: LeftOutFiles.optional().meta({
      description:
        'Source files that were read, but could not be brought into the form in which data is followed: the ' +
        'first 20 of them with reasons. A gap of the detectors that follow data; absent where there are ' +
        'none.',
    }),
    vendored: z
      .array(
        z
          .object({
            package: z.string().meta({ description: 'Name of the package.', examples: ['express'] }),
            bytes: z
              .int()
              .nonnegative()
              .meta({ description: 'How much of its code there is.', examples: [65_536] }),
          })
          .meta({ id: 'VendoredPackage', description: 'A package whose code a bundle brings along.' }),
      )
      .optional()
      .meta({
        description:
          'Packages whose code lies in bundles of the project, by what bundlers write beside it: it counts ' +
          'as theirs, and data is not followed through it. The first 300; absent where there are none.',
      }),
  })
  .meta({ id: 'CodeCoverage', description: 'How the source files of a project were read.' })
export type CodeCoverage = z.infer<typeof CodeCoverage>

/** How far a package was compared with the repository that it names. */
export const RepositoryCoverage = z
  .object({
    status: z.enum(['compared', 'not-compared', 'unreachable']).meta({
      description:
        '`not-compared`: there was nothing to compare with, such as a tag of this version. `unreachable`: ' +
        'the repository could not be read. Neither is a gap: what differs is looked for beside what is ' +
        'scanned.',
    }),
    repository: z
      .string()
      .optional()
      .meta({ description: 'The address of the repository.', examples: ['https://github.com/acme/server'] }),
    revision: z.string().optional().meta({ description: 'The commit of it that was compared.' }),
    ref: z
      .string()
      .optional()
      .meta({
        description: 'The tag that leads to that commit; absent where the package names the commit.',
        examples: ['v1.0.0'],
      }),
    same: z
      .int()
      .nonnegative()
      .optional()
      .meta({ description: 'Source files of the package that the repository has with the same text.', examples: [12] }),
    built: z
      .int()
      .nonnegative()
      .optional()
      .meta({
        description: 'Source files of the package that a build made, as far as one can tell. They are not compared.',
        examples: [3],
      }),
    different: z
      .int()
      .nonnegative()
      .optional()
      .meta({ description: 'Source files of the package that the repository has not, or otherwise.', examples: [0] }),
    reason: z.string().optional().meta({ description: 'Why nothing was compared.' }),
  })
  .meta({ id: 'RepositoryCoverage', description: 'How far a package was compared with the repository that it names.' })
export type RepositoryCoverage = z.infer<typeof RepositoryCoverage>
