import { z } from 'zod'
import { taintLimits } from './taint-limits.ts'

/** A file's encoded IR. */
export interface EncodedModule {
  readonly path: string
  readonly unit: Buffer
}

/** Input of the taint analysis: modules, and the contents of settings files by path. */
export interface ProjectContent {
  readonly units: readonly EncodedModule[]
  readonly settings: ReadonlyMap<string, string>
  /** Time limit for the analysis in milliseconds; defaults to `analysisChildLimits.analysisTimeoutMs`. */
  readonly withinMs?: number
}

const Head = z.object({
  units: z.array(z.tuple([z.string(), z.int().nonnegative()])),
  settings: z.array(z.tuple([z.string(), z.string()])),
  withinMs: z.int().nonnegative().optional(),
})

const width = 4

/** Serializes the input: the header length (4 bytes, big-endian), the header as JSON, and the modules. */
export function packProject({ units, settings, withinMs }: ProjectContent): Buffer {
  const head = Buffer.from(
    JSON.stringify({
      units: units.map(({ path, unit }) => [path, unit.length]),
      settings: [...settings],
      ...(withinMs !== undefined && { withinMs }),
    } satisfies z.input<typeof Head>),
  )
  const length = Buffer.alloc(width)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, ...units.map(({ unit }) => unit)])
}

/** Throws if `packProject` did not create the content. */
export function unpackProject(content: Buffer): ProjectContent {
  const start = width + content.readUInt32BE()
  const { units, settings, withinMs } = Head.parse(JSON.parse(content.toString('utf8', width, start)))
  let at = start
  return {
    settings: new Map(settings),
    ...(withinMs !== undefined && { withinMs }),
    units: units.map(([path, bytes]) => {
      const unit = content.subarray(at, at + bytes)
      at += bytes
      if (unit.length !== bytes) throw new RangeError('a unit is cut off')
      return { path, unit }
    }),
  }
}

/** True for files that configure module resolution. */
export function isModuleSettings(path: string, bytes: number): boolean {
  return (
    bytes <= taintLimits.maxSettingsFileBytes &&
    /(?:^|\/)(?:package\.json|tsconfig[^/]*\.json|jsconfig\.json)$/.test(path)
  )
}
