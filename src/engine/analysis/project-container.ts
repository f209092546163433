import { z } from 'zod'
import { taintLimits } from './taint-limits.ts'

/** A file of a project in the intermediate form, encoded. */
export interface EncodedModule {
  readonly path: string
  readonly unit: Buffer
}

/** All that following data through a project takes: units, and texts of its settings by path. */
export interface ProjectContent {
  readonly units: readonly EncodedModule[]
  readonly settings: ReadonlyMap<string, string>
  /** Milliseconds that following it may take; `analysisChildLimits.analysisTimeoutMs` unless told otherwise. */
  readonly withinMs?: number
}

const Head = z.object({
  units: z.array(z.tuple([z.string(), z.int().nonnegative()])),
  settings: z.array(z.tuple([z.string(), z.string()])),
  withinMs: z.int().nonnegative().optional(),
})

const width = 4

/**
 * One content of it all: the length of the head (4 bytes, big-endian), the head as JSON, then the units one after the
 * other.
 */
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

/** Throws where the content is not what `packProject` made. */
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

/** Whether a file says how modules of a project are found. */
export function isModuleSettings(path: string, bytes: number): boolean {
  return (
    bytes <= taintLimits.maxSettingsFileBytes &&
    /(?:^|\/)(?:package\.json|tsconfig[^/]*\.json|jsconfig\.json)$/.test(path)
  )
}
