/**
 * Omits Monaco's diff editors: its core refers to them, but the explorer never opens one. It
 * replaces the modules that `vite.config.ts` names.
 */

export class DiffEditorWidget {}

export class MultiDiffEditorWidget {}

export const linesDiffComputers = {};
