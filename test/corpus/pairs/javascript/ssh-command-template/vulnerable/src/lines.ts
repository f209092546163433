export interface Checkout {
  folder: string
  branch: string
}

export function checkoutLine({ folder, branch }: Checkout): string {
  return `git -C ${folder} fetch origin ${branch} && git -C ${folder} checkout ${branch}`
}
