import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** An instruction of a Dockerfile, with continued lines joined. */
export interface Instruction {
  readonly word: string
  readonly rest: string
}

export function readDockerfile(path: string): Instruction[] {
  const lines = readFileSync(path, 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
      return { word, rest }
    })
}

/** Returns the paths that `.dockerignore` allows. Supports only files that ignore everything except listed paths. */
export function allowedInContext(path: string): string[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (lines[0] !== '*') throw new Error('.dockerignore has to begin with *')
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
}

/** The built folder, and the packages that a package manager would install. It is not run. */
export interface BuiltImage {
  /** Folder that represents the working folder of the last stage. */
  readonly folder: string
  readonly packages: readonly string[]
  /** The last value of each instruction, and all values of ENV. */
  readonly settings: Readonly<Record<string, string>>
  readonly user: string
  readonly entrypoint: readonly string[]
}

/**
 * Runs the COPY and RUN instructions of a Dockerfile in order, with `context` as the build context. Each stage has a
 * separate folder in `place`. Paths in instructions are relative to their WORKDIR, so that nothing else is written.
 * Calls of `apt-get` are recorded instead of run.
 */
export async function buildImage(
  dockerfile: string,
  {
    context,
    allowed,
    place,
  }: { readonly context: string; readonly allowed: readonly string[]; readonly place: string },
): Promise<BuiltImage> {
  const stages = new Map<string, string>()
  const packages: string[] = []
  const settings: Record<string, string> = {}
  let [folder, user, entrypoint] = ['', 'root', [] as string[]]
  const programs = join(place, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'apt-get'), `#!/bin/sh\necho "$@" >> ${join(place, 'apt-get.calls')}\n`)
  chmodSync(join(programs, 'apt-get'), 0o755)
  for (const { word, rest } of readDockerfile(dockerfile)) {
    if (word === 'FROM') {
      const [, name = `stage-${stages.size}`] = / AS (\S+)$/.exec(rest) ?? []
      folder = join(place, name)
      stages.set(name, folder)
      mkdirSync(folder)
    } else if (word === 'COPY') {
      const words = rest.split(/\s+/)
      const from = words.find((each) => each.startsWith('--from='))?.slice('--from='.length)
      const paths = words.filter((each) => !each.startsWith('--'))
      const target = join(folder, paths.at(-1) ?? '')
      for (const path of paths.slice(0, -1)) {
        if (from === undefined && !allowed.includes(path))
          throw new Error(`COPY ${path}: .dockerignore does not let it into the context`)
        // The folder of a stage represents its WORKDIR. Nothing else is copied from a stage.
        const source = from === undefined ? join(context, path) : (stages.get(from) ?? '')
        if (!existsSync(source)) throw new Error(`COPY ${path}: there is none`)
        const isFileIntoFolder = statSync(source).isFile() && existsSync(target) && statSync(target).isDirectory()
        cpSync(source, isFileIntoFolder ? join(target, path) : target, { recursive: true, verbatimSymlinks: true })
      }
    } else if (word === 'RUN') {
      // Keeps this machine's Debian package lists, because the command means those of the image.
      const command = rest.replaceAll(/ && rm -rf \/var\/lib\/apt\/lists\/\*/g, '')
      await run('/bin/sh', ['-euc', command], {
        cwd: folder,
        env: { ...process.env, PATH: `${programs}:${process.env.PATH ?? ''}` },
        maxBuffer: 64 * 1024 ** 2,
      })
    } else if (word === 'ENV') {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) settings[name] = value
    } else if (word === 'USER') user = rest
    else if (word === 'ENTRYPOINT') entrypoint = JSON.parse(rest) as string[]
    else if (!['WORKDIR', 'EXPOSE', 'VOLUME', 'CMD', 'HEALTHCHECK'].includes(word))
      throw new Error(`the instruction ${word} is not understood`)
  }
  const calls = existsSync(join(place, 'apt-get.calls')) ? readFileSync(join(place, 'apt-get.calls'), 'utf8') : ''
  packages.push(
    ...[...calls.matchAll(/^install (.*)$/gm)].flatMap(([, words = '']) =>
      words.split(' ').filter((each) => !each.startsWith('-')),
    ),
  )
  rmSync(programs, { recursive: true })
  return { folder, packages, settings, user, entrypoint }
}
