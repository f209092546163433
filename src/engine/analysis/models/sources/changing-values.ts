/** Functions that return the time, by qualified name. */
export const clocks = new RegExp(
  String.raw`^(?:(?:new )?Date(?:\.now)?|performance\.now|process\.(?:uptime|hrtime(?:\.bigint)?)|` +
    String.raw`time\.(?:time|time_ns|monotonic|perf_counter|localtime|gmtime)|` +
    String.raw`datetime\.(?:(?:datetime|date)\.)?(?:now|utcnow|today))$`,
)

/** Functions that return a random value, by qualified name. */
export const randomFunctions = /^(?:Math\.random|crypto\.random\w+|random\.\w+|secrets\.\w+)$/

/** Functions that run another function once or repeatedly after a delay, with the units of the delay per second. */
export const timers: ReadonlyMap<
  string,
  { readonly delayAt: number; readonly callbackAt: number; readonly perSecond: number }
> = new Map([
  ['setTimeout', { callbackAt: 0, delayAt: 1, perSecond: 1_000 }],
  ['setInterval', { callbackAt: 0, delayAt: 1, perSecond: 1_000 }],
  ['threading.Timer', { callbackAt: 1, delayAt: 0, perSecond: 1 }],
])

/** Decorators and keyword arguments that register the handlers of list requests of Python servers. */
export const listDecorators = ['list_tools', 'list_prompts', 'list_resources', 'list_resource_templates'] as const
