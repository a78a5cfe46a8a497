"""Settings for all tests: examples take the time they need, failures print how to repeat them."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "igroteka",
    deadline=None,
    print_blob=True,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("igroteka")
