import { isObject } from './npm-packument.ts'
import {
  isKnownApiVersion,
  isoTime,
  type ListedFile,
  maxFiles,
  type PypiProject,
  projectOfFiles,
  strongestDigest,
} from './pypi-project.ts'

const string = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Parses the JSON form of a project's file list, https://peps.python.org/pep-0691/, with the additions from PEP 700,
 * 714, 740, and 792. Treats fields of the wrong type as absent. Returns undefined for other documents, other major
 * versions, and lists with too many files.
 *
 * @param base list URL
 */
export function parseSimpleJson(name: string, document: unknown, base: string): PypiProject | undefined {
  if (!isObject(document) || !Array.isArray(document['files']) || document['files'].length > maxFiles) return undefined
  const meta = isObject(document['meta']) ? document['meta'] : {}
  const apiVersion = string(meta['api-version']) ?? ''
  if (!isKnownApiVersion(apiVersion)) return undefined
  return projectOfFiles(name, document['files'].flatMap(listedFile), {
    base,
    apiVersion,
    status: statusOf(document['project-status'] ?? meta['project-status']),
  })
}

function listedFile(file: unknown): ListedFile[] {
  if (!isObject(file)) return []
  const [fileName, address] = [string(file['filename']), string(file['url'])]
  if (fileName === undefined || address === undefined) return []
  const { yanked, size } = file
  const metadata = file['core-metadata'] ?? file['dist-info-metadata'] ?? file['data-dist-info-metadata']
  return [
    {
      fileName,
      address,
      digest: isObject(file['hashes']) ? strongestDigest(file['hashes']) : undefined,
      requiresPython: string(file['requires-python']),
      yanked: yanked === true ? '' : yanked === false ? undefined : string(yanked),
      size: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : undefined,
      uploadedAt: isoTime(string(file['upload-time'])),
      metadata:
        metadata === true
          ? { digest: undefined }
          : isObject(metadata)
            ? { digest: strongestDigest(metadata) }
            : undefined,
      provenance: string(file['provenance']),
    },
  ]
}

function statusOf(status: unknown): PypiProject['status'] {
  if (!isObject(status)) return undefined
  const name = string(status['status'])
  return name === undefined || name === 'active' ? undefined : { name, reason: string(status['reason']) }
}
