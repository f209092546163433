import { z } from 'zod'

/** A skipped file, with the reason. */
export const LeftOutFile = z
  .object({
    path: z.string().meta({ description: 'File path, relative to the project root.' }),
    reason: z.string().meta({ description: 'Reason why the file was skipped.' }),
  })
  .meta({ id: 'LeftOutFile', description: 'A skipped file and the reason why it was skipped.' })

/** Skipped files: their number, and the first ones by name. */
const LeftOutFiles = z
  .object({
    total: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of skipped files.', examples: [1] }),
    files: z.array(LeftOutFile).meta({ description: 'Skipped files. The list contains at most 100 files.' }),
  })
  .meta({ id: 'LeftOutFiles', description: 'Number of skipped files and a list of up to 100 of them.' })

/** Coverage of a project's source files. */
export const CodeCoverage = z
  .object({
    files: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of JavaScript, TypeScript, and Python source files.', examples: [75] }),
    bytes: z
      .int()
      .nonnegative()
      .meta({ description: 'Total size of the source files in bytes.', examples: [524_288] }),
    known: z
      .int()
      .nonnegative()
      .meta({
        description: 'Number of files whose results were reused from an earlier scan of the same content.',
        examples: [74],
      }),
    skipped: LeftOutFiles.meta({
      description: 'Source files that could not be read. These files count as a coverage gap.',
    }),
    setAside: LeftOutFiles.meta({
      description:
        'Unreadable files that contain tests, examples, documentation, templates, or type declarations. These files ' +
        'do not count as a coverage gap.',
    }),
    notLowered: LeftOutFiles.optional().meta({
      description:
        'Source files that were read but not covered by the taint analysis. At most 20 are listed, with reasons. ' +
        'These files count as a coverage gap for the detectors that use taint analysis. Omitted if empty.',
    }),
    vendored: z
      .array(
        z
          .object({
            package: z.string().meta({ description: 'Package name.', examples: ['express'] }),
            bytes: z
              .int()
              .nonnegative()
              .meta({ description: 'Size of the package code in bytes.', examples: [65_536] }),
          })
          .meta({ id: 'VendoredPackage', description: 'A package whose code is included in a bundle.' }),
      )
      .optional()
      .meta({
        description:
          "Packages whose code is bundled into the project's files. Assay recognizes these packages by the markers " +
          'that bundlers add to the code. This code is attributed to the packages, and the taint analysis does not ' +
          'cover it. The list contains at most 300 packages. Omitted if empty.',
      }),
    exceeded: z
      .object({
        values: z
          .int()
          .nonnegative()
          .meta({
            description: 'Number of values that can refer to more functions and objects than the analysis tracks.',
            examples: [12],
          }),
        checks: z
          .int()
          .nonnegative()
          .meta({
            description: 'Number of checks with more calls, or more deeply nested calls, than the analysis follows.',
            examples: [3],
          }),
      })
      .optional()
      .meta({
        id: 'ExceededBounds',
        description:
          'Values and checks that are too complex for the taint analysis to cover completely. The results ' +
          'might not include data flows that pass through them. These omissions do not make the scan partial. ' +
          'Omitted if no values or checks are too complex.',
      }),
  })
  .meta({ id: 'CodeCoverage', description: "Coverage of a project's source files." })
export type CodeCoverage = z.infer<typeof CodeCoverage>

/** Packages that the reachability analysis read. */
export const ReachabilityCoverage = z
  .object({
    packages: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of installed packages in the ecosystems of the vulnerable packages.' }),
    read: z.int().nonnegative().meta({ description: 'Number of packages whose archives were read.' }),
    notRead: z
      .object({
        total: z
          .int()
          .positive()
          .meta({ description: 'Number of packages that were not read.', examples: [1] }),
        packages: z
          .array(
            z.object({
              package: z.string().meta({ description: 'Package, as `name@version`.', examples: ['lodash@4.17.11'] }),
              reason: z.string().meta({ description: 'Reason why it was not read, as the end of a sentence.' }),
            }),
          )
          .meta({ description: 'The first 100 of these packages.' }),
      })
      .optional()
      .meta({ description: 'Packages that were not read. Omitted if all were read.' }),
    problem: z
      .string()
      .optional()
      .meta({ description: 'Reason why nothing was judged. Omitted if the analysis finished.' }),
  })
  .meta({
    id: 'ReachabilityCoverage',
    description:
      'Coverage of the reachability analysis. Packages that were not read can leave the reachability of findings ' +
      'unknown. They do not change the verdict.',
  })
export type ReachabilityCoverage = z.infer<typeof ReachabilityCoverage>

/** Comparison of a package with the repository that it names. */
export const RepositoryCoverage = z
  .object({
    status: z.enum(['compared', 'not-compared', 'unreachable']).meta({
      description:
        'Comparison outcome. `not-compared`: there was nothing to compare against, for example because no ' +
        'tag exists for this version. `unreachable`: the repository could not be read. Neither outcome is a ' +
        'coverage gap.',
    }),
    repository: z
      .string()
      .optional()
      .meta({ description: 'Repository URL.', examples: ['https://github.com/acme/server'] }),
    revision: z.string().optional().meta({ description: 'Commit that the package was compared with.' }),
    ref: z
      .string()
      .optional()
      .meta({
        description:
          'Tag that points to the commit in `revision`. Omitted if the package declares the commit directly.',
        examples: ['v1.0.0'],
      }),
    same: z
      .int()
      .nonnegative()
      .optional()
      .meta({
        description: 'Number of source files that are identical in the package and the repository.',
        examples: [12],
      }),
    built: z
      .int()
      .nonnegative()
      .optional()
      .meta({
        description: 'Number of source files that appear to be generated. These files are not compared.',
        examples: [3],
      }),
    different: z
      .int()
      .nonnegative()
      .optional()
      .meta({
        description:
          'Number of source files that are missing from the repository or differ from the repository version.',
        examples: [0],
      }),
    reason: z.string().optional().meta({ description: 'Reason why nothing was compared.' }),
  })
  .meta({ id: 'RepositoryCoverage', description: 'Comparison of a package with the repository that it declares.' })
export type RepositoryCoverage = z.infer<typeof RepositoryCoverage>
