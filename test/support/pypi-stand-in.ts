/**
 * A Python package index on loopback, created from an object literal, with real wheels, source distributions, and
 * digests: `startPypiStandIn({ 'a@1.0.0': { requires: ['b>=1'] }, 'b@1.2.0': {} })`.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileEntry, writeTarball } from './tar-writer.ts'
import { zip } from './zip.ts'

/** A release. By default, it is a pure wheel with its metadata next to it. */
export interface StandInRelease {
  readonly requires?: readonly string[]
  readonly requiresPython?: string
  /** Other lines of the metadata. */
  readonly metadata?: readonly string[]
  readonly metadataVersion?: string
  /** Other files in the archives. They replace generated files with the same name. */
  readonly files?: Readonly<Record<string, string | Buffer>>
  /** Tags of wheels, and `tar.gz` or `zip` for source distributions. */
  readonly as?: readonly string[]
  /** True if the metadata is only in the archive and not next to it. */
  readonly isMetadataInside?: boolean
  readonly yanked?: boolean | string
  /** Fields of the file's index entry that override the correct ones. */
  readonly index?: Readonly<Record<string, unknown>>
  /** Replaces the generated archive. Its digest is correct unless `index` overrides it. */
  readonly archive?: Buffer
}

/** Releases by `name@version`, with normalized names. */
export type StandInReleases = Readonly<Record<string, StandInRelease>>

export interface PypiStandInOptions {
  /** Serves the older HTML format (PEP 503). */
  readonly html?: boolean
  readonly apiVersion?: string
  /** Other fields of a project's document, by name. */
  readonly projects?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Delay in milliseconds before the response to a path. */
  readonly delayMs?: (path: string) => number
  /** Overrides the response if it returns a value: a status, or a body for status 200 as JSON. */
  readonly answer?: (path: string) => number | string | Buffer | undefined
}

export interface PypiStandIn extends AsyncDisposable {
  /** With trailing slash. */
  readonly url: string
  /** Decoded paths without leading slash, in order of arrival. */
  readonly requests: readonly string[]
  /** Maximum number of concurrent requests. */
  readonly maxAtOnce: () => number
}

interface Answered {
  readonly type: string
  readonly body: string | Buffer
}

const jsonType = 'application/vnd.pypi.simple.v1+json'

/** Starts an index that serves these releases. It responds to unknown paths with 404. */
export async function startPypiStandIn(
  releases: StandInReleases,
  options: PypiStandInOptions = {},
): Promise<PypiStandIn> {
  const requests: string[] = []
  let underWay = 0
  let maxAtOnce = 0
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1))
    requests.push(path)
    underWay += 1
    maxAtOnce = Math.max(maxAtOnce, underWay)
    response.on('close', () => {
      underWay -= 1
    })
    respond(path, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const answers = publish(releases, url, options)

  async function respond(path: string, response: ServerResponse): Promise<void> {
    if (options.delayMs !== undefined) await pause(options.delayMs(path))
    const override = options.answer?.(path)
    const answered =
      typeof override === 'number'
        ? undefined
        : override === undefined
          ? answers.get(path)
          : { type: jsonType, body: override }
    if (answered === undefined)
      return void response
        .writeHead(typeof override === 'number' ? override : 404, { 'content-type': 'text/plain' })
        .end('not found')
    response.writeHead(200, { 'content-type': answered.type }).end(answered.body)
  }

  return {
    url,
    requests,
    maxAtOnce: () => maxAtOnce,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface PublishedFile {
  readonly filename: string
  readonly url: string
  readonly [field: string]: unknown
}

/** Returns every document and file of the index by path. */
function publish(
  releases: StandInReleases,
  url: string,
  { html = false, apiVersion = '1.3', projects = {} }: PypiStandInOptions,
): Map<string, Answered> {
  const answers = new Map<string, Answered>()
  const files = new Map<string, PublishedFile[]>()
  for (const [key, release] of Object.entries(releases)) {
    const at = key.lastIndexOf('@')
    const [name, version] = [key.slice(0, at), key.slice(at + 1)]
    const metadata = metadataOf(name, version, release)
    const list = files.get(name) ?? []
    files.set(name, list)
    for (const form of release.as ?? ['py3-none-any']) {
      const isSdist = form === 'tar.gz' || form === 'zip'
      const filename = isSdist
        ? `${name.replaceAll('-', '_')}-${version}.${form}`
        : `${name.replaceAll('-', '_')}-${version}-${form}.whl`
      const archive =
        release.archive ??
        (isSdist ? sdist(filename, form, metadata, release) : wheel(name, version, metadata, release))
      const path = `files/${filename}`
      answers.set(path, { type: 'application/octet-stream', body: archive })
      const isBeside = !isSdist && release.isMetadataInside !== true
      if (isBeside) answers.set(`${path}.metadata`, { type: 'application/octet-stream', body: metadata })
      list.push({
        filename,
        url: url + path,
        hashes: { sha256: sha256(archive) },
        size: archive.length,
        'upload-time': '2026-01-02T03:04:05.678901Z',
        yanked: release.yanked ?? false,
        ...(release.requiresPython !== undefined && { 'requires-python': release.requiresPython }),
        'core-metadata': isBeside ? { sha256: sha256(metadata) } : false,
        ...release.index,
      })
    }
  }
  for (const [name, list] of files) {
    const document = JSON.stringify({ meta: { 'api-version': apiVersion }, name, files: list, ...projects[name] })
    answers.set(
      `simple/${name}/`,
      html ? { type: 'text/html; charset=utf-8', body: page(list) } : { type: jsonType, body: document },
    )
  }
  return answers
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

function metadataOf(
  name: string,
  version: string,
  { requires = [], requiresPython, metadata = [], metadataVersion = '2.3' }: StandInRelease,
): string {
  const lines = [
    `Metadata-Version: ${metadataVersion}`,
    `Name: ${name}`,
    `Version: ${version}`,
    ...(requiresPython === undefined ? [] : [`Requires-Python: ${requiresPython}`]),
    ...requires.map((line) => `Requires-Dist: ${line}`),
    ...metadata,
  ]
  return `${lines.join('\n')}\n\nRequires-Dist: this is the description\n`
}

function wheel(name: string, version: string, metadata: string, { files = {} }: StandInRelease): Buffer {
  const stem = `${name.replaceAll('-', '_')}`
  const made = {
    [`${stem}/__init__.py`]: 'answer = 42\n',
    [`${stem}-${version}.dist-info/METADATA`]: metadata,
    [`${stem}-${version}.dist-info/WHEEL`]: 'Wheel-Version: 1.0\n',
    ...files,
  }
  return zip(Object.entries(made).map(([name, content]) => ({ name, content })))
}

function sdist(filename: string, form: string, metadata: string, { files = {} }: StandInRelease): Buffer {
  const folder = filename.slice(0, -form.length - 1)
  const made = Object.entries({ 'PKG-INFO': metadata, 'setup.py': 'raise SystemExit("executed")\n', ...files })
  if (form === 'zip') return zip(made.map(([name, content]) => ({ name: `${folder}/${name}`, content })))
  return writeTarball(made.map(([name, content]) => fileEntry(`${folder}/${name}`, content)))
}

/** Returns the older HTML format, with every character escaped. */
function page(files: readonly PublishedFile[]): string {
  const escaped = (text: unknown) =>
    String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&#34;')
  const anchors = files.map(({ filename, url, hashes, yanked, ...rest }) => {
    const { sha256 } = hashes as { sha256: string }
    const attributes = [
      `href="${escaped(url)}#sha256=${sha256}"`,
      ...(rest['requires-python'] === undefined ? [] : [`data-requires-python="${escaped(rest['requires-python'])}"`]),
      ...(yanked === false ? [] : [`data-yanked="${escaped(yanked === true ? '' : yanked)}"`]),
      ...(rest['core-metadata'] === false
        ? []
        : [`data-core-metadata="sha256=${(rest['core-metadata'] as { sha256: string }).sha256}"`]),
    ]
    return `<a ${attributes.join(' ')} >${escaped(filename)}</a><br />`
  })
  return (
    `<!DOCTYPE html>\n<html><head><meta name="pypi:repository-version" ` +
    'content="1.1"><title>Links</title></head><body><!-- <a href="hidden-1.0.tar.gz">no</a> ' +
    `-->\n${anchors.join('\n')}\n</body></html>\n`
  )
}
