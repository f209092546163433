import { z } from 'zod'
import type { LaunchKind } from '../../../inventory/settings-files/launched-packages.ts'
import { displayLine } from '../../display-text.ts'
import { imageReference, isMovable } from '../containers/image-reference.ts'

/** Version that can refer to different releases over time. `none`: no version at all. */
export const MovableVersion = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['none', 'range', 'repository', 'no-tag']) }),
  z.object({ kind: z.enum(['inexact', 'tag']), text: z.string() }),
])
export type MovableVersion = z.infer<typeof MovableVersion>

/**
 * Returns the version of a package or image if it can move. Returns undefined for fixed versions, folders, and
 * variables.
 */
export function movableVersion(text: string, kind: LaunchKind): MovableVersion | undefined {
  if (/^[./~$]|\$\{|^[a-z+]+:\/\/|^file:|^[A-Z]:\\/.test(text))
    return /^git\+|^https?:/.test(text) && !/[@#](?:[0-9a-f]{7,40}|v?\d[\w.-]*)$/i.test(text)
      ? { kind: 'repository' }
      : undefined
  if (kind === 'image') {
    const reference = imageReference(text)
    if (!reference || !isMovable(reference)) return undefined
    return reference.tag === undefined ? { kind: 'no-tag' } : { kind: 'tag', text: reference.tag }
  }
  if (kind === 'python') {
    if (/^[\w.-]+(?:\[[\w,-]+\])?(?:@latest)?$/i.test(text)) return { kind: 'none' }
    return />=?|\*/.test(text) && !/==/.test(text) ? { kind: 'range' } : undefined
  }
  const [, version] = /^(?:npm:|jsr:)?(?:@[\w.-]+\/)?[\w.-]+(?:@(.+))?$/.exec(text) ?? [undefined, '0.0.0']
  if (version === undefined) return { kind: 'none' }
  return /^v?\d+\.\d+\.\d+/.test(version) ? undefined : { kind: 'inexact', text: displayLine(version, 40) }
}
