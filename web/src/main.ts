import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { listenForFirstTap } from "./lib/chime";
import { i18n } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

listenForFirstTap();
await i18n.speak(settings.language);
mount(App, { target: document.getElementById("app") as HTMLElement });
