/**
 * Monaco's comparing editors left out: its core refers to them, the explorer never opens one.
 * Stands in for the modules that `vite.config.ts` names.
 */

export class DiffEditorWidget {}

export class MultiDiffEditorWidget {}

export const linesDiffComputers = {};
