throw new Error('this module has no tasks')
