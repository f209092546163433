import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Root folder of the installation. */
const root = new URL('../../../', import.meta.url)

/**
 * Returns the URL of an Assay module after the build: `dist/x.js` for `src/x.ts`. Also accepts `dist/x.ts`, which is
 * how a built module sees the URL of a neighbor. Child processes and threads always run built code, so Node does not
 * have to strip types, which took 100 of the 200 ms of a child's startup. Returns the URLs of other modules unchanged.
 */
export function builtModule(module: URL): URL {
  const inside = pathInside(module)
  return inside === undefined ? module : new URL(`dist/${inside}.js`, root)
}

/**
 * Returns the URL to load in child processes: the bundle of the module and its imports, if the build created one, and
 * otherwise the module.
 */
export function childModule(module: URL): URL {
  const bundled = new URL(`dist/children/${inChildren(module)}.js`, root)
  return existsSync(bundled) ? bundled : builtModule(module)
}

/**
 * Returns the URL of a program that runs in a process of its own: the bundle with the file name of the module, if the
 * build created one, and otherwise the module.
 */
export function bundledProgram(module: URL): URL {
  const name = pathInside(module)?.split('/').at(-1)
  const bundled = new URL(`dist/processes/${name}.cjs`, root)
  return name !== undefined && existsSync(bundled) ? bundled : builtModule(module)
}

/** Returns the path of the compressed bundle from which a snapshot of the module is created. It may not exist. */
export function snapshotProgram(module: URL): string {
  return fileURLToPath(new URL(`dist/children/${inChildren(module)}.js.br`, root))
}

const inChildren = (module: URL) => pathInside(module)?.replace(/^engine\//, '') ?? ''

/** Returns `engine/x` for `src/engine/x.ts`, or undefined for modules outside the installation. */
function pathInside({ href }: URL): string | undefined {
  const path = href.startsWith(root.href) ? href.slice(root.href.length) : ''
  return /^(?:src|dist)\/(.*)\.[jt]s$/.exec(path)?.[1]
}
