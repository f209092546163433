/**
 * Whether scans of the service judge reachability. `on`: they do by default. `allowed`: only if the request asks for
 * it. `off`: they never do.
 */
export const reachabilitySettings = ['on', 'allowed', 'off'] as const
export type ReachabilitySetting = (typeof reachabilitySettings)[number]

/**
 * Reports whether a scan judges reachability.
 *
 * @param choice choice of the request; null or undefined to use the setting
 */
export function judgesReachability(setting: ReachabilitySetting, choice: boolean | null | undefined): boolean {
  return setting === 'off' ? false : (choice ?? setting === 'on')
}
