import { z } from 'zod'

export const reachabilityStatuses = ['reachable', 'imported', 'not-loaded', 'unknown'] as const

/** Why the analysis could not decide whether the project reaches the vulnerable code. */
export const undecidedReasons = [
  'dynamic-code',
  'dynamic-import',
  'native-code',
  'indirect-call',
  'package-not-read',
  'project-not-read',
  'no-fixed-version',
  'functions-not-derived',
  'functions-not-found',
  'unsupported-ecosystem',
  'limit-exceeded',
] as const

/** One step of a call path: a function, and the place in it that calls the next step. */
export const CallStep = z
  .object({
    package: z
      .string()
      .optional()
      .meta({
        description: 'Package that contains the function, as `name@version`. Omitted for the scanned project.',
        examples: ['lodash@4.17.11'],
      }),
    path: z.string().meta({ description: 'File path, relative to the package or project.', examples: ['lodash.js'] }),
    line: z.int().positive().meta({ description: 'Line number (1-based).' }),
    function: z.string().meta({
      description: 'Name of the function, with its enclosing functions. Empty for the top level of a file.',
      examples: ['runInContext.template'],
    }),
  })
  .meta({ id: 'CallStep', description: 'One function on a call path.' })
export type CallStep = z.infer<typeof CallStep>

/** Whether the project can run the vulnerable code of a dependency. */
export const Reachability = z
  .object({
    status: z.enum(reachabilityStatuses).meta({
      description:
        '`reachable`: the project calls the vulnerable code, along `path`. `imported`: the project loads the ' +
        'vulnerable file, but Assay found no call of the functions that the fix changed. ' +
        '`not-loaded`: Assay found nothing that loads the vulnerable file. `unknown`: Assay could not decide.',
    }),
    functions: z
      .array(z.string().meta({ examples: ['lodash.js: runInContext.template'] }))
      .optional()
      .meta({
        description: 'Vulnerable functions, as file and function. At most 20. Omitted if they are not known.',
      }),
    path: z.array(CallStep).optional().meta({
      description: 'Call path from the project to the vulnerable function. Present if `status` is `reachable`.',
    }),
    reason: z.enum(undecidedReasons).optional().meta({
      description: 'Why Assay could not decide. Present if `status` is `unknown`.',
    }),
    detail: z
      .string()
      .optional()
      .meta({
        description: 'File, package, or name that `reason` refers to.',
        examples: ['express@4.16.0 lib/view.js:81'],
      }),
  })
  .meta({
    id: 'Reachability',
    description: 'Whether the project can run the vulnerable code of a dependency.',
  })
export type Reachability = z.infer<typeof Reachability>
