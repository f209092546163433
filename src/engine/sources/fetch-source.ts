import type { Snapshot } from '../model/snapshot.ts'
import type { SourceType, Target } from '../model/target.ts'
import { sourceOf } from './catalogue.ts'
import type { ResolvedOf, ResolvedSource, SourceContext, TargetOf } from './source.ts'

/** Resolves a target to its current immutable revision. Throws ScanFailure. */
export async function resolveSource<Type extends SourceType>(
  context: SourceContext,
  target: TargetOf<Type> & { readonly type: Type },
): Promise<ResolvedOf<Type>>
export async function resolveSource(context: SourceContext, target: Target): Promise<ResolvedSource> {
  return sourceOf(target.type).resolve(context, target)
}

/** Reads the files in a resolved revision. The caller must dispose the snapshot. Throws ScanFailure. */
export async function fetchSource(context: SourceContext, resolved: ResolvedSource): Promise<Snapshot> {
  return sourceOf(resolved.type).fetch(context, resolved)
}
