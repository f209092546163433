import type { Component, UnresolvedDependency } from '../../model/component.ts'

/** The components that an installation brings, and the dependencies that could not be resolved. */
export interface ResolvedInstallation {
  readonly components: readonly Component[]
  readonly unresolved: readonly UnresolvedDependency[]
  readonly complete: boolean
  /** Direct requests whose version the installation replaces, so that the listed version is no component. */
  readonly overruled?: readonly { readonly manifest: string; readonly name: string; readonly version: string }[]
  /** A registry was asked. */
  readonly hasAsked: boolean
}

/** Marks a component as resolved in a registry. */
export const resolvedAt = (component: Component, time: Date): Component => ({
  ...component,
  locked: false,
  resolvedAt: time.toISOString(),
})
