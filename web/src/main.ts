import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { listenForFirstTap } from "./lib/chime";
import { settings } from "./lib/settings.svelte";

listenForFirstTap();
document.documentElement.lang = settings.language;
const target = document.getElementById("app") as HTMLElement;
target.replaceChildren();
mount(App, { target });
