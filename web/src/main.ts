import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { listenForFirstTap } from "./lib/chime";
import { i18n } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

listenForFirstTap();
document.documentElement.lang = settings.language;
const target = document.getElementById("app") as HTMLElement;
void i18n.ready.then(() => {
  target.replaceChildren();
  mount(App, { target });
});
