import { createHash } from 'node:crypto'
import { packumentLimits } from './packument-limits.ts'
import { packageLimits } from '../package-limits.ts'
import type { HttpResponse, Network } from '../../net/network.ts'
import type { Lookup } from './registry-request.ts'
import type { Provenance } from './pypi-attestations.ts'
import type { FileDigest, PypiFile, PypiProject } from './pypi-project.ts'
import { parseSimpleHtml } from './pypi-simple-html.ts'
import { parseSimpleJson } from './pypi-simple-json.ts'
import { askRegistry, parseBoundedJson, type RegistryAnswer } from './registry-request.ts'
import type { SigstoreTrust } from './sigstore-trust.ts'
import { sigstoreTrustOnDemand } from './sigstore-trust-on-demand.ts'

export type ProjectLookup = Lookup<{ readonly project: PypiProject }>

/** Result of downloading a file. The bytes are present only if they match the index's digest. */
export type FileLookup =
  | RegistryAnswer<{ readonly bytes: Buffer }>
  /** The digest is missing or invalid, or the bytes do not match it. */
  | { readonly status: 'malformed'; readonly reason: string }

export interface AttestedFile {
  readonly file: PypiFile
  /** Unmodified content of the file. */
  readonly bytes: Buffer
  /** True if the index supports attestations, so a missing one means that none exists. */
  readonly tellsAttestations: boolean
}

/** Client for projects and files in a Python package index. Caches and executes nothing. */
export interface PypiIndex {
  /** Configured base URL, with a trailing slash. */
  readonly address: string
  /** Returns the index data for a project, by normalized name. Throws only if `signal` aborts. */
  project(name: string, signal?: AbortSignal): Promise<ProjectLookup>
  /** Downloads and verifies a wheel or source distribution. Throws only if `signal` aborts. */
  file(file: PypiFile, signal?: AbortSignal): Promise<FileLookup>
  /**
   * Downloads a file's separate metadata (PEP 658). Verifies the metadata if the index lists its digest. Throws only if
   * `signal` aborts.
   */
  metadata(file: PypiFile, signal?: AbortSignal): Promise<FileLookup>
  /** Verifies a file's attestations (PEP 740). Throws only if `signal` aborts. */
  provenance(attested: AttestedFile, signal?: AbortSignal): Promise<Provenance>
}

export interface PypiIndexOptions {
  readonly network: Network
  /** Configured base URL, with or without a trailing slash. Projects are below it, at `simple/NAME/`. */
  readonly index: string
  /** Other URLs whose origins the operator trusts to host the index's files. */
  readonly fileOrigins?: readonly string[]
  /** Trust root for attestations. Defaults to the one that is installed with this program. */
  readonly trust?: SigstoreTrust
}

const jsonType = 'application/vnd.pypi.simple.v1+json'
const htmlTypes = ['application/vnd.pypi.simple.v1+html', 'text/html']
const accepted = `${jsonType}, ${htmlTypes[0]};q=0.2, ${htmlTypes[1]};q=0.1`

/** Maximum size of PEP 658 metadata and of attestations. The largest on the public index are about 1 MB. */
const maxMetadataBytes = 8 * 2 ** 20

/**
 * Creates a client for the package index at `index`. It uses the simple API from PEP 691, or from PEP 503 if the index
 * supports nothing newer.
 */
export function createPypiIndex({
  network,
  index,
  fileOrigins = [],
  trust = sigstoreTrustOnDemand(),
}: PypiIndexOptions): PypiIndex {
  const base = index.endsWith('/') ? index : `${index}/`
  const ownOrigins = new Set([base, ...fileOrigins].map((address) => new URL(address).origin))

  /** Index data is untrusted. Only configured origins may be in an internal network that the operator allowed. */
  const download = (url: URL, maxBytes: number, signal: AbortSignal | undefined) =>
    askRegistry('the package index', signal, () =>
      network.get({ url, purpose: ownOrigins.has(url.origin) ? 'upstream' : 'source', maxBytes, signal }),
    )

  return {
    address: base,

    async project(name, signal) {
      const url = `${base}simple/${encodeURIComponent(name)}/`
      const answer = await askRegistry('the package index', signal, () =>
        network.get({
          url,
          purpose: 'upstream',
          headers: { accept: accepted },
          maxBytes: packumentLimits.maxBytes,
          signal,
        }),
      )
      if (answer.status === 'too-large' || answer.status === 'address-not-allowed')
        return { status: 'unavailable', reason: answer.reason }
      if (answer.status !== 'found') return answer
      const project = readProject(name, answer.response)
      if (project === undefined)
        return {
          status: 'unavailable',
          reason: `the package index returned an invalid file list for the project ${name}`,
        }
      return { status: 'found', project }
    },

    async file({ url, digest }, signal) {
      const parsed = url === undefined ? null : URL.parse(url)
      if (parsed === null) return { status: 'malformed', reason: 'the package index lists no valid URL for it' }
      if (digest === undefined)
        return {
          status: 'malformed',
          reason: 'the package index lists no strong digest for it, so its content cannot be verified',
        }
      return verified(await download(parsed, packageLimits.maxPackedBytes, signal), digest)
    },

    async metadata({ url, metadata }, signal) {
      const parsed = url === undefined || metadata === undefined ? null : URL.parse(url)
      if (parsed === null) return { status: 'not-found' }
      parsed.pathname += '.metadata'
      return verified(await download(parsed, maxMetadataBytes, signal), metadata?.digest)
    },

    async provenance({ file, bytes, tellsAttestations }, signal) {
      if (file.provenance === undefined) return tellsAttestations ? noAttestations : untoldAttestations
      const url = URL.parse(file.provenance)
      if (url === null) return { state: 'unreachable', detail: 'The attestation URL in the package index is invalid.' }
      const answer = await download(url, maxMetadataBytes, signal)
      if (answer.status === 'found') {
        const { verifyPypiAttestations } = await import('./pypi-attestations.ts')
        return verifyPypiAttestations(
          parseBoundedJson(answer.response.body),
          { fileName: file.fileName, sha256: createHash('sha256').update(bytes).digest('hex') },
          trust,
        )
      }
      const reason = answer.status === 'not-found' ? 'they do not exist at the listed URL' : answer.reason
      return {
        state: 'unreachable',
        detail: `The package index lists attestations, but they could not be fetched: ${reason}.`,
      }
    },
  }
}

const noAttestations = { state: 'absent', detail: 'The package index has no attestations for this file.' } as const
const untoldAttestations = {
  state: 'unreachable',
  detail: 'It is unknown whether attestations exist: this package index does not support PEP 740.',
} as const

type Response = HttpResponse & { readonly body: Buffer }

function verified(answer: RegistryAnswer<{ readonly response: Response }>, digest: FileDigest | undefined): FileLookup {
  if (answer.status !== 'found') return answer
  const { body } = answer.response
  if (digest !== undefined && createHash(digest.algorithm).update(body).digest('hex') !== digest.hex)
    return { status: 'malformed', reason: 'its content does not match the digest in the package index' }
  return { status: 'found', bytes: body }
}

function readProject(name: string, { headers, body, url }: Response): PypiProject | undefined {
  const type =
    String(headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase() ?? ''
  if (htmlTypes.includes(type)) return parseSimpleHtml(name, body.toString('utf8'), url)
  return type === jsonType || type === 'application/json'
    ? parseSimpleJson(name, parseBoundedJson(body), url)
    : undefined
}
