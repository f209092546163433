/** The folder of the installation. */
const root = new URL('../../../', import.meta.url).href

/**
 * Returns the built form of a module of ours: `dist/x.js` for `src/x.ts`, and for `dist/x.ts`, which is how a built
 * module sees its neighbor. Children and threads always run the build, since Node loads it without stripping types:
 * that took 100 ms of the 200 that a child needed to start. Other modules stay as they are.
 */
export function builtModule(module: URL): URL {
  const path = module.href.startsWith(root) ? module.href.slice(root.length) : ''
  const [, inside] = /^(?:src|dist)\/(.*)\.[jt]s$/.exec(path) ?? []
  return inside === undefined ? module : new URL(`dist/${inside}.js`, root)
}
