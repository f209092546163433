import type { LanguageSemantics } from '../language-semantics.ts'
import type { Program } from '../program/program.ts'
import type { ModuleResolution, ModuleResolver, ModuleSettings } from './module-resolution.ts'

/** Resolves imports between a program's files, using the rules of their languages and the project settings. */
export function resolveModules({ files }: Pick<Program, 'files'>, settings: ModuleSettings): ModuleResolution {
  const indexOf = new Map(files.map(({ path }, index) => [path, index]))
  const resolvers = moduleResolvers(files, settings)
  return {
    resolve(fromFile, specifier, name) {
      const from = files[fromFile]
      const {
        path,
        isModule,
        named: naming,
      } = (from && resolvers.get(from.semantics)?.(from.path, specifier, name)) ?? notFound
      const file = path === undefined ? undefined : indexOf.get(path)
      const named = naming === undefined ? undefined : indexOf.get(naming)
      return file === undefined
        ? undefined
        : { file, ...(isModule && { isModule }), ...(named !== undefined && { named }) }
    },
  }
}

/** Creates one resolver for each language among the files. */
export function moduleResolvers(
  files: Iterable<{ readonly path: string; readonly semantics: LanguageSemantics }>,
  settings: ModuleSettings,
): ReadonlyMap<LanguageSemantics, ModuleResolver> {
  const paths = new Map<LanguageSemantics, string[]>()
  for (const { path, semantics } of files) {
    const known = paths.get(semantics)
    if (known) known.push(path)
    else paths.set(semantics, [path])
  }
  return new Map([...paths].map(([semantics, own]) => [semantics, semantics.moduleResolver(own, settings)]))
}

const notFound: ReturnType<ModuleResolver> = { path: undefined, isModule: false }
