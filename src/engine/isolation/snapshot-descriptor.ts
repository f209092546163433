/** Descriptor of the snapshot in a child that starts from it. The child closes it first. */
export const snapshotDescriptor = 5
