import type { SnapshotFile } from '../../model/snapshot.ts'
import { isObject, type NpmManifest, npmManifest, stringEntries } from '../package-registries/npm-packument.ts'
import { parseBoundedJson } from '../package-registries/registry-request.ts'

/** `package.json` from an archive. */
export interface ArchivedManifest extends NpmManifest {
  readonly scripts: Readonly<Record<string, string>>
  /** False if the package opts out of compiling its `binding.gyp`. */
  readonly gypfile: boolean
}

/**
 * Parses the `package.json` in an archive or a folder. Returns undefined if it is invalid. Missing string fields become
 * empty.
 */
export function readArchivedManifest(files: ReadonlyMap<string, SnapshotFile>): ArchivedManifest | undefined {
  const content = files.get('package.json')?.content
  const document = content === undefined ? undefined : parseBoundedJson(withoutMark(content))
  if (!isObject(document)) return undefined
  const { name, version } = document
  const manifest = npmManifest(
    typeof name === 'string' ? name : '',
    typeof version === 'string' ? version : '',
    document,
  )
  return { ...manifest, scripts: stringEntries(document['scripts']), gypfile: document['gypfile'] !== false }
}

/** Removes a byte order mark, which npm accepts. */
const withoutMark = (content: Buffer): Buffer =>
  content.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? content.subarray(3) : content
