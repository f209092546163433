import type { CodePiece } from './code-pieces.ts'
import { isActing, isHarmless } from './trusted-packages.ts'

/** Maximum length of a gap between two library pieces for the gap to belong to the library. */
const gapCharacters = 20_000

export const startOf = (pieces: readonly CodePiece[], index: number) => pieces[index]?.start ?? 0

/**
 * Assigns the pieces used by a library to that library. Pieces that start programs or offer tools are excluded, unless
 * the library is known for that: such pieces show that a string of the library occurs in the project's own code.
 */
export function spread(
  pieces: readonly CodePiece[],
  text: string,
  owners: Map<number, string>,
  isOther: (index: number, library: string) => boolean,
): void {
  const waiting = [...owners.keys()]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const library = owners.get(index) ?? ''
    for (const used of pieces[index]?.uses ?? []) {
      const piece = pieces[used]
      if (!piece || owners.has(used) || isOther(used, library) || isActing(library, text.slice(piece.start, piece.end)))
        continue
      owners.set(used, library)
      waiting.push(used)
    }
  }
}

interface ClimbQuestions {
  readonly isShared: readonly boolean[]
  /** True if the piece uses a library in the same way as the code that imports it. */
  readonly isOwn: (index: number) => boolean
  readonly isExported: (index: number) => boolean
}

/**
 * Assigns pieces that the library itself does not use, such as exports. They must have no effects, use only that
 * library, and be close to it. After the library's last piece, only named exports of a module are accepted, because the
 * code that uses the library follows there: `app = new Hono()` and the registrations on it have no effects either.
 */
export function climb(
  pieces: readonly CodePiece[],
  order: readonly number[],
  text: string,
  owners: Map<number, string>,
  { isShared, isOwn, isExported }: ClimbQuestions,
): void {
  const extents = new Map<string, { from: number; to: number }>()
  for (const index of order) {
    const [library, piece] = [owners.get(index), pieces[index]]
    if (library === undefined || !piece) continue
    const known = extents.get(library)
    if (known) known.to = piece.end
    else extents.set(library, { from: piece.start, to: piece.end })
  }
  const isHarmlessPiece: (boolean | undefined)[] = []
  for (let round = 0, changed = true; changed && round < climbRounds; round += 1) {
    changed = false
    for (const index of order) {
      const piece = pieces[index]
      if (!piece || owners.has(index) || isShared[index] === true || piece.isModule || isOwn(index)) continue
      const libraries = new Set(
        piece.uses.filter((one) => isShared[one] !== true && one !== index).map((one) => owners.get(one)),
      )
      const [library] = libraries
      const extent = library === undefined ? undefined : extents.get(library)
      if (
        libraries.size !== 1 ||
        library === undefined ||
        !extent ||
        piece.end < extent.from - gapCharacters ||
        piece.start > extent.to + gapCharacters ||
        (piece.start > extent.to && !isExported(index))
      )
        continue
      if (!(isHarmlessPiece[index] ??= isHarmless(text.slice(piece.start, piece.end)))) continue
      owners.set(index, library)
      changed = true
    }
  }
}

/**
 * Number of rounds. Several are needed because exports depend on each other: subclasses on their base classes, and
 * factories on the classes.
 */
const climbRounds = 8

/** Assigns small gaps between two library pieces to the library if the code in them has no effects. */
export function fillGaps(
  pieces: readonly CodePiece[],
  order: readonly number[],
  text: string,
  owners: Map<number, string>,
  isShared: readonly boolean[],
): void {
  let before: string | undefined
  let gap: number[] = []
  for (const index of order) {
    const library = owners.get(index)
    if (library === undefined) {
      gap.push(index)
      continue
    }
    const isSmall =
      library === before &&
      gap.reduce((sum, one) => sum + (pieces[one]?.end ?? 0) - startOf(pieces, one), 0) < gapCharacters
    if (isSmall && gap.every((one) => isHarmless(text.slice(startOf(pieces, one), pieces[one]?.end))))
      for (const one of gap) if (isShared[one] !== true) owners.set(one, library)
    before = library
    gap = []
  }
}
