/** Parts of a container image reference. */
export interface ImageReference {
  readonly name: string
  readonly tag: string | undefined
  readonly hasDigest: boolean
}

/** Parses `registry.example:5000/name:tag@sha256:…`. Returns undefined for variables and other strings. */
export function imageReference(text: string): ImageReference | undefined {
  const [, name, tag, digest] =
    /^([a-z0-9][\w./-]*(?::\d+\/[\w./-]+)?)(?::([\w][\w.-]*))?(@sha(?:256|512):[0-9a-f]{32,})?$/i.exec(
      text.slice(0, 500),
    ) ?? []
  return name === undefined ? undefined : { name, tag, hasDigest: digest !== undefined }
}

/** Tags that move from release to release, including those with a variant: `latest-alpine`. */
const movingTag = new RegExp(
  String.raw`^(?:latest|lts|stable|mainline|main|master|edge|nightly|dev|develop|rolling|current|canary|next|` +
    String.raw`head|snapshot|unstable)(?:-|$)`,
  'i',
)

/**
 * Reports whether a reference can point to different images over time, because it has no digest and either no tag or a
 * moving one.
 */
export const isMovable = ({ tag, hasDigest }: ImageReference): boolean =>
  !hasDigest && (tag === undefined || movingTag.test(tag))
