/** Names of settings that select a server's tools. */
export const filteringSettings = new RegExp(
  String.raw`read_?only|non_?destructive|destructive|(?:allow|enabl|disabl|exclu|inclu|block|den|permit|` +
    String.raw`restrict|limit)\w*_?(?:tools?|operations?|actions?|commands?|list|features?|groups?|` +
    String.raw`categories)|(?:tools?|operations?|actions?)_?(?:allow|enabl|disabl|exclu|inclu|block|den|permit|` +
    String.raw`filter|set)|tool_?sets?|(?:allow|block|deny)_?list|safe_?mode|` +
    String.raw`allow_?(?:write|only|delete|mutation)|enable_?(?:write|delete|mutation)|` +
    String.raw`disable_?(?:write|delete|mutation)|writes?_?(?:enabled|allowed)`,
  'i',
)

/** Names of functions that query a setting that selects tools. */
export const filteringFunctions = new RegExp(
  String.raw`^(?:is|are|can|should|check|assert|ensure|filter|` +
    String.raw`get)_?\w*(?:tools?_?(?:allowed|enabled|permitted|available|visible|blocked|disabled)|` +
    String.raw`(?:allowed|enabled|permitted|available|visible|filtered)_?tools?)|` +
    String.raw`^(?:is|filter|check)_?(?:allowed|enabled|permitted|tools?|read_?only\w*)$|^allowed$|^enabled$`,
  'i',
)

/** Attributes that describe a tool rather than select tools. */
export const hintAttributes = /Hint$|^annotations$/
