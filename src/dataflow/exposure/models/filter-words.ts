/** Names of settings that say which tools a server has. */
export const filteringSettings = /read_?only|non_?destructive|destructive|(?:allow|enabl|disabl|exclu|inclu|block|den|permit|restrict|limit)\w*_?(?:tools?|operations?|actions?|commands?|list|features?|groups?|categories)|(?:tools?|operations?|actions?)_?(?:allow|enabl|disabl|exclu|inclu|block|den|permit|filter|set)|tool_?sets?|(?:allow|block|deny)_?list|safe_?mode|allow_?(?:write|only|delete|mutation)|enable_?(?:write|delete|mutation)|disable_?(?:write|delete|mutation)|writes?_?(?:enabled|allowed)/i

/** Names of functions that ask it. */
export const filteringFunctions = /^(?:is|are|can|should|check|assert|ensure|filter|get)_?\w*(?:tools?_?(?:allowed|enabled|permitted|available|visible|blocked|disabled)|(?:allowed|enabled|permitted|available|visible|filtered)_?tools?)|^(?:is|filter|check)_?(?:allowed|enabled|permitted|tools?|read_?only\w*)$|^allowed$|^enabled$/i

/** Attributes that say what one tool is, and not what is allowed. */
export const hintAttributes = /Hint$|^annotations$/
