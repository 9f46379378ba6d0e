import { seek } from "../elements";
import { applyTheme, type Settings, type SettingsStore } from "../settings";

/** The settings' dialog: every control is named as the setting it changes. */
export function startSettingsDialog(store: SettingsStore): void {
  const form = seek("settings", HTMLDialogElement)?.querySelector("form");
  store.follow(({ theme }) => applyTheme(theme));
  if (!form) return;
  store.follow((settings) => {
    for (const input of form.querySelectorAll("input")) {
      const value = settings[input.name as keyof Settings];
      input.checked = input.type === "radio" ? value === input.value : value === true;
    }
  });
  form.addEventListener("change", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !(target.name in store.get())) return;
    store.set({ [target.name]: target.type === "radio" ? target.value : target.checked });
  });
}
