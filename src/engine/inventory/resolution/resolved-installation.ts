import type { Component, UnresolvedDependency } from '../../model/component.ts'

/** Components in an installation, and the dependencies that could not be resolved. */
export interface ResolvedInstallation {
  readonly components: readonly Component[]
  readonly unresolved: readonly UnresolvedDependency[]
  readonly complete: boolean
  /**
   * Direct dependencies whose version was replaced in the installation. The version listed in their manifest is not a
   * component.
   */
  readonly overruled?: readonly { readonly manifest: string; readonly name: string; readonly version: string }[]
  /** True if a registry was asked. */
  readonly hasAsked: boolean
}

/** Marks a component as resolved from a registry. */
export const resolvedAt = (component: Component, time: Date): Component => ({
  ...component,
  locked: false,
  resolvedAt: time.toISOString(),
})
