/*
 * Loads an HTTPS origin through a proxy: CONNECT, TLS and GET, with one thread per connection.
 * Does not check certificates.
 * Usage: load PROXY_PORT HOST PORT PATH CONNECTIONS SECONDS keep|new
 * Prints JSON: requests (or connections) per second, and their 50th and 99th percentile in milliseconds.
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST 2000000

static int proxy_port, seconds, keep;
static const char *host, *path;
static char authority[300];
static SSL_CTX *context;
static double *times, end;
static int count, failed;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/* Returns the length of the complete response in bytes, or 0 until its head has arrived. */
static long measure(const char *text) {
  const char *head = strstr(text, "\r\n\r\n");
  const char *length = strcasestr(text, "content-length:");
  return head && length ? head + 4 - text + atol(length + 15) : 0;
}

static int request(SSL *ssl) {
  char text[8192];
  int length = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, authority);
  if (SSL_write(ssl, text, length) != length) return 0;
  long got = 0, whole = 0;
  while (!whole || got < whole) {
    int more = SSL_read(ssl, text + got, (int)(sizeof text - 1 - got));
    if (more <= 0) return 0;
    got += more;
    text[got] = 0;
    whole = measure(text);
  }
  return strncmp(text, "HTTP/1.1 200", 12) == 0;
}

static SSL *open_connection(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(proxy_port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  char text[1024];
  int length = snprintf(text, sizeof text, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", authority, authority);
  SSL *ssl = NULL;
  if (connect(fd, (struct sockaddr *)&to, sizeof to) == 0 && write(fd, text, length) == length) {
    int got = 0;
    do {
      int more = read(fd, text + got, sizeof text - 1 - got);
      if (more <= 0) break;
      got += more;
      text[got] = 0;
    } while (!strstr(text, "\r\n\r\n"));
    if (got > 12 && strncmp(text + 9, "200", 3) == 0) {
      ssl = SSL_new(context);
      SSL_set_fd(ssl, fd);
      SSL_set_tlsext_host_name(ssl, host);
      if (SSL_connect(ssl) == 1) return ssl;
      SSL_free(ssl);
    }
  }
  close(fd);
  return NULL;
}

static void close_connection(SSL *ssl) {
  int fd = SSL_get_fd(ssl);
  SSL_shutdown(ssl);
  SSL_free(ssl);
  close(fd);
}

static void *load(void *unused) {
  (void)unused;
  SSL *ssl = NULL;
  while (now() < end) {
    double start = now();
    if (!ssl) ssl = open_connection();
    int good = ssl && request(ssl);
    if (good) {
      int at = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
      if (at < MOST) times[at] = now() - start;
    } else __atomic_fetch_add(&failed, 1, __ATOMIC_RELAXED);
    if (ssl && (!keep || !good)) {
      close_connection(ssl);
      ssl = NULL;
    }
  }
  if (ssl) close_connection(ssl);
  return NULL;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc != 8) return 2;
  signal(SIGPIPE, SIG_IGN);
  proxy_port = atoi(argv[1]);
  host = argv[2];
  path = argv[4];
  int connections = atoi(argv[5]);
  seconds = atoi(argv[6]);
  keep = strcmp(argv[7], "keep") == 0;
  snprintf(authority, sizeof authority, "%s:%s", host, argv[3]);
  times = calloc(MOST, sizeof *times);
  context = SSL_CTX_new(TLS_client_method());
  end = now() + seconds * 1e3;
  pthread_t threads[1024];
  for (int at = 0; at < connections; at += 1) pthread_create(&threads[at], NULL, load, NULL);
  for (int at = 0; at < connections; at += 1) pthread_join(threads[at], NULL);
  qsort(times, count, sizeof *times, compare);
  printf("{\"perSecond\":%.1f,\"p50\":%.3f,\"p99\":%.3f,\"failed\":%d}\n", (double)count / seconds,
         times[count / 2], times[(int)(count * 0.99)], failed);
  return 0;
}
