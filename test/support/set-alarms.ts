/**
 * Runs the task that the crontab runs each minute. A test needs it after it has moved the clock or has made rows due
 * by itself: the alarms ring by the clock of the database, and the service does not know of such rows.
 */
export const setAlarms = `select graphile_worker.add_job('set_alarms', job_key => 'set_alarms')`
